# The library, its headers, and how CMake and pkg-config find it. The folder can be moved afterwards.
include(CMakePackageConfigHelpers)
install(TARGETS wend EXPORT wendTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/wend DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/wend)
install(EXPORT wendTargets NAMESPACE wend:: DESTINATION ${folder})
configure_package_config_file(cmake/wendConfig.cmake.in wendConfig.cmake
  INSTALL_DESTINATION ${folder})
write_basic_package_version_file(wendConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/wendConfig.cmake ${PROJECT_BINARY_DIR}/wendConfigVersion.cmake
  DESTINATION ${folder})

# wend.pc finds the prefix from where it lies itself.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(prefix ${CMAKE_INSTALL_PREFIX})
  set(libdir ${CMAKE_INSTALL_LIBDIR})
else()
  file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" up "${up}")
  set(prefix "\${pcfiledir}/${up}")
  set(libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(includedir ${CMAKE_INSTALL_INCLUDEDIR})
else()
  set(includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
get_target_property(type wend TYPE)
if(type STREQUAL "SHARED_LIBRARY")
  set(definitions " -DWEND_SHARED")
elseif(UNIX)
  set(libraries " -lm") # a static library brings nothing along
endif()
configure_file(cmake/wend.pc.in wend.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/wend.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
