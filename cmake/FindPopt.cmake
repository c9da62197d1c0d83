# popt, which reads the options of the command: the target Popt::Popt.
find_path(POPT_INCLUDE_DIR popt.h)
find_library(POPT_LIBRARY popt)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Popt REQUIRED_VARS POPT_LIBRARY POPT_INCLUDE_DIR)
if(Popt_FOUND AND NOT TARGET Popt::Popt)
  add_library(Popt::Popt UNKNOWN IMPORTED)
  set_target_properties(Popt::Popt PROPERTIES IMPORTED_LOCATION ${POPT_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${POPT_INCLUDE_DIR})
endif()
